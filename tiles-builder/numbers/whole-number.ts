/** Formats a rounded number, with thousands separators. */
export const whole = (value: number): string => Math.round(value).toLocaleString('en');
