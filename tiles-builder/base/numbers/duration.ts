/** Formats a duration for messages: `12.3 s`, `4 min 10 s`, `2 h 5 min`. */
export function duration(ms: number): string {
  const s = ms / 1000;
  if (s < 60) return `${s.toFixed(1)} s`;
  const minutes = Math.floor(s / 60);
  return minutes < 60
    ? `${minutes} min ${Math.floor(s % 60)} s`
    : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
