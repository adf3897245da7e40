/** A number to the next whole one, with separators between thousands, as people read it. */
export const whole = (value: number): string => Math.round(value).toLocaleString('en');
