/** The least contrast for small text in WCAG 2. */
export const LEAST_CONTRAST = 4.5;

/** WCAG 2's contrast ratio of two colors, from 1 to 21. @param a - such as `#0e1116` */
export function contrast(a: string, b: string): number {
  const [darker = 0, brighter = 0] = [luminance(a), luminance(b)].sort((one, other) => one - other);
  return (brighter + 0.05) / (darker + 0.05);
}

function luminance(color: string): number {
  const [, red = '', green = '', blue = ''] = /^#(..)(..)(..)$/.exec(color) ?? [];
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

/** @param channel - two hexadecimal digits of sRGB */
function linear(channel: string): number {
  const value = Number.parseInt(channel, 16) / 255;
  if (Number.isNaN(value)) throw new Error(`no color channel: ${JSON.stringify(channel)}`);
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}
