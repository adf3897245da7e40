const LOOK_EVERY_MS = 250;

/**
 * Calls `then` once npm has ended, whose child this process is (`exec` in the scripts of package.json): npm passes SIGINT and
 * SIGTERM on, but not SIGHUP, and nothing where it is killed. Never calls it where npm does not run this process.
 */
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
