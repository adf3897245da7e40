/** Where an answer grows over the map, what stands at the bottom of the map stands above the answer. */
export function keepUncovered(map: HTMLElement, answer: HTMLElement): void {
  const observer = new ResizeObserver(() => {
    const covered_px = map.getBoundingClientRect().bottom - answer.getBoundingClientRect().top;
    map.style.setProperty('--covered', `${Math.max(0, covered_px)}px`);
  });
  observer.observe(map);
  observer.observe(answer);
}
