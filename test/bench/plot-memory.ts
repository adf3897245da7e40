/** Plots memory over time as SVG. */
const WIDTH = 900;
const HEIGHT = 360;
const MARGIN = 50;

export function plotMemory(samples: readonly { readonly minute: number; readonly mb: number }[]): string {
  const minutes = samples.at(-1)!.minute;
  const top_mb = Math.ceil((Math.max(...samples.map(({ mb }) => mb)) * 1.1) / 100) * 100;
  const x = (minute: number): number => MARGIN + (minute / minutes) * (WIDTH - 2 * MARGIN);
  const y = (mb: number): number => HEIGHT - MARGIN - (mb / top_mb) * (HEIGHT - 2 * MARGIN);
  const text = (at: number, down: number, words: string, anchor = 'middle'): string =>
    `<text x="${at.toFixed(1)}" y="${down.toFixed(1)}" text-anchor="${anchor}" font-family="sans-serif" font-size="12">${words}</text>`;
  const lines = [0, 0.25, 0.5, 0.75, 1].flatMap((share) => [
    `<path d="M${MARGIN} ${y(share * top_mb)}H${WIDTH - MARGIN}" stroke="#ddd"/>`,
    text(MARGIN - 6, y(share * top_mb) + 4, String(share * top_mb), 'end'),
    text(x(share * minutes), HEIGHT - MARGIN + 18, (share * minutes).toFixed(1)),
  ]);
  const path = samples.map(({ minute, mb }) => `${x(minute).toFixed(1)} ${y(mb).toFixed(1)}`).join('L');
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">`,
    '<rect width="100%" height="100%" fill="white"/>',
    ...lines,
    text(
      MARGIN,
      MARGIN - 16,
      'Resident memory of the local runtime with the platform that it simulates, MB',
      'start',
    ),
    text(WIDTH / 2, HEIGHT - 12, 'minutes of mixed calls'),
    `<path d="M${path}" fill="none" stroke="#26c" stroke-width="1.5"/>`,
    '</svg>',
  ].join('\n');
}
