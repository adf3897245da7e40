export type PlanePoint = readonly [x_m: number, y_m: number];

/** Convex hull by Andrew's monotone chain: counterclockwise, not closed. */
export function convexHull(points: readonly PlanePoint[]): PlanePoint[] {
  const sorted = [...points].sort(([x1, y1], [x2, y2]) => x1 - x2 || y1 - y2);
  const chain = (ordered: readonly PlanePoint[]): PlanePoint[] => {
    const kept: PlanePoint[] = [];
    for (const [x, y] of ordered) {
      while (kept.length > 1) {
        const [x1, y1] = kept[kept.length - 2];
        const [x2, y2] = kept[kept.length - 1];
        if ((x2 - x1) * (y - y1) - (y2 - y1) * (x - x1) > 0) break;
        kept.pop();
      }
      kept.push([x, y]);
    }
    return kept.slice(0, -1);
  };
  return [...chain(sorted), ...chain(sorted.reverse())];
}
