/** Blanks around a cell are no part of it. `trim` takes U+FEFF for a blank; in a cell it is a hidden mark, which is left for its column to refuse. */
export function trimmedCell(cell: string): string {
  return cell.includes('\uFEFF') ? cell : cell.trim();
}
