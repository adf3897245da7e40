/** Formats a rounded number for messages, with thousands separators. */
export const whole = (value: number): string => Math.round(value).toLocaleString('en');

export const counted = (count: number, one: string, many: string): string =>
  `${whole(count)} ${count === 1 ? one : many}`;
