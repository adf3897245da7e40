import type { Bindings } from '../../src/service-env.ts';

declare global {
  namespace Cloudflare {
    interface Env extends Bindings {}
  }
}
