/** Moves map controls above an overlapping answer, by a ResizeObserver and a CSS variable. */
export function raiseControls(map: HTMLElement, answer: HTMLElement): void {
  const observer = new ResizeObserver(() => {
    const covered_px = map.getBoundingClientRect().bottom - answer.getBoundingClientRect().top;
    map.style.setProperty('--covered', `${Math.max(0, covered_px)}px`);
  });
  observer.observe(map);
  observer.observe(answer);
}
