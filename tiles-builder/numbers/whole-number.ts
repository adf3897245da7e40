/** Formats a number rounded to an integer, with thousands separators. */
export const whole = (value: number): string => Math.round(value).toLocaleString('en');
