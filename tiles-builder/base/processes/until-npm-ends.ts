const LOOK_EVERY_MS = 250;

/** Calls `then` once the npm that runs this process ends, by polling: npm does not forward SIGHUP or SIGKILL. */
export function untilNpmEnds(then: () => void): void {
  if (process.env.npm_lifecycle_script === undefined) return;
  const npm = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === npm) return;
    clearInterval(timer);
    then();
  }, LOOK_EVERY_MS);
  timer.unref();
}
