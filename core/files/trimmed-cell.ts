/**
 * Removes blanks around a cell. `trim` would also remove U+FEFF, which is a hidden mark in a cell; it stays, and the
 * column refuses it.
 */
export function trimmedCell(cell: string): string {
  return cell.includes('\uFEFF') ? cell : cell.trim();
}
