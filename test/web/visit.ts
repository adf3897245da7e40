/** Map page in a window of Node. */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Window } from 'happy-dom';
import { expect, onTestFinished, vi } from 'vitest';
import type { Endpoint } from '../../src/endpoints.ts';
import type { Position } from '../../src/geo/positions.ts';
import type { MapRegion } from '../../src/routes/map-region.ts';
import { type AskedCall, notFound, SQUARE, success, TOWN } from './answers.ts';
import { MapStandIn, type Marker, mapLibreStandIn } from './map-stand-in.ts';

const PAGE = '../../src/web/page.ts';
const HTML = readFileSync(join(import.meta.dirname, '../../src/web/index.html'), 'utf8').replace(
  /<script.*<\/script>/,
  '',
);
export const ORIGIN = 'https://people.example';
export const CREDENTIALS = { key: 'pc_visitor', secret: 'tell:nobody' };
const STORED_AS = 'population-count.credentials';

export const draw = async (page: Visit, corners: readonly Position[] = SQUARE): Promise<void> => {
  await page.choose('option', 'zone');
  for (const corner of corners) await page.click(corner);
};

type Answered = Response | Promise<Response>;

export interface VisitOptions {
  readonly fragment?: string;
  readonly search?: string;
  readonly withKey?: boolean;
  /** Key in the tab's storage. */
  readonly stored?: string;
  /** Key in the browser's storage. */
  readonly storedByBrowser?: string;
  readonly withMap?: boolean;
  readonly regions?: readonly MapRegion[] | ((url: URL) => Answered);
  /** By default a success. */
  readonly answer?: (call: AskedCall, signal: AbortSignal) => Answered;
  readonly answerMap?: (url: URL, headers: Headers) => Answered;
}

/** Read once for all visits. */
const THEME = {
  matches: false,
  listeners: [] as (() => void)[],
  addEventListener: (_: 'change', listener: () => void) => THEME.listeners.push(listener),
};
export class Visit {
  readonly window: Window;
  /** The test has ended: calls that time out later reach no page. */
  isOver = false;
  readonly calls: AskedCall[] = [];
  readonly asked: string[] = [];
  readonly files: { readonly name: string; readonly content: Blob }[] = [];
  readonly revoked: string[] = [];
  readonly scrolled: Element[] = [];
  /** `null` where the browser forbids it. */
  copied: string[] | null = [];
  #addressChanged: () => void = () => {};
  readonly #entries: string[] = [];
  #entry = 0;
  readonly #history = {
    replaceState: (_: unknown, __: string, url: string): void => {
      this.#entries[this.#entry] = url;
      this.window.history.replaceState(null, '', url);
    },
    pushState: (_: unknown, __: string, url: string): void => {
      this.#entries.splice(++this.#entry);
      this.#history.replaceState(_, __, url);
    },
  };

  constructor(options: VisitOptions) {
    const { fragment = '', search = '', withKey = true, stored, storedByBrowser } = options;
    Object.assign(THEME, { matches: false, listeners: [] });
    this.window = new Window({ url: `${ORIGIN}/${search}${fragment}` });
    this.#entries.push(this.window.location.href);
    this.window.document.write(HTML);
    if (withKey) this.window.sessionStorage.setItem(STORED_AS, stored ?? JSON.stringify(CREDENTIALS));
    if (storedByBrowser) this.window.localStorage.setItem(STORED_AS, storedByBrowser);
    this.#stub(options);
  }

  #stub({ answer = (call) => success(call), regions = [TOWN], answerMap = notFound }: VisitOptions): void {
    const { window } = this;
    for (const name of ['document', 'location', 'sessionStorage', 'localStorage'] as const)
      vi.stubGlobal(name, window[name]);
    vi.stubGlobal('history', this.#history);
    vi.stubGlobal('addEventListener', (kind: string, listener: () => void) => {
      // No browser reports the page's own changes.
      if (kind === 'hashchange') this.#addressChanged = listener;
      else window.addEventListener(kind, listener);
    });
    vi.stubGlobal('navigator', {
      languages: ['en'],
      clipboard: {
        writeText: async (text: string) => {
          if (!this.copied) throw new Error('not allowed');
          this.copied.push(text);
        },
      },
    });
    vi.stubGlobal('matchMedia', (query: string) =>
      query.includes('color-scheme') ? THEME : { matches: false },
    );
    vi.stubGlobal('requestAnimationFrame', (then: () => void) => setTimeout(then, 16));
    vi.stubGlobal(
      'ResizeObserver',
      class {
        observe(): void {}
      },
    );
    vi.stubGlobal('fetch', async (path: string, { headers, signal, credentials }: RequestInit = {}) => {
      expect(credentials).toBe('omit');
      const url = new URL(path, ORIGIN);
      const asked = new Headers(headers);
      const given = async (): Promise<Response> => {
        if (url.pathname.startsWith('/api/v1/')) {
          const call = {
            endpoint: url.pathname.slice('/api/v1/'.length) as Endpoint,
            parameters: Object.fromEntries(url.searchParams),
            authorization: asked.get('Authorization'),
          };
          this.calls.push(call);
          return answer(call, signal!);
        }
        this.asked.push(url.pathname + url.search);
        if (url.pathname !== '/map/regions.json') return answerMap(url, asked);
        return typeof regions === 'function' ? regions(url) : Response.json(regions);
      };
      const aborted = new Promise<never>((_, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason));
      });
      return Promise.race([given(), aborted]).finally(() =>
        this.isOver ? new Promise(() => {}) : undefined,
      );
    });
    const { scrolled } = this;
    (window.Element.prototype as unknown as Element).scrollIntoView = function () {
      scrolled.push(this);
    };
    vi.spyOn(URL, 'createObjectURL').mockImplementation((content) => {
      this.files.push({ name: '', content: content as Blob });
      return `blob:${this.files.length - 1}`;
    });
    vi.spyOn(URL, 'revokeObjectURL').mockImplementation((url) => void this.revoked.push(url));
    const { files } = this;
    (window.HTMLAnchorElement.prototype as unknown as HTMLAnchorElement).click = function () {
      const at = Number(this.href.replace('blob:', ''));
      files[at] = { ...files[at], name: this.download };
    };
  }

  get map(): MapStandIn {
    return MapStandIn.all.at(-1)!;
  }

  get origin(): Marker | undefined {
    return [...this.map.markers].find((marker) => marker.isDraggable);
  }

  get<E extends HTMLElement = HTMLElement>(selector: string): E {
    const found = document.querySelector<E>(selector);
    if (!found) throw new Error(`The page has no ${selector}`);
    return found;
  }

  text(selector: string): string {
    return (this.get(selector).textContent ?? '').replaceAll(/\s+/g, ' ').trim();
  }

  sees(selector: string): boolean {
    return document.querySelector(selector) !== null && !this.get(selector).closest('[hidden]');
  }

  /** Visible one, where there are several. */
  button(label: string, within = 'body'): HTMLButtonElement {
    const labelled = [...this.get(within).querySelectorAll('button')].filter(
      (button) => (button.getAttribute('aria-label') ?? button.textContent) === label,
    );
    const found = labelled.find((button) => !button.closest('[hidden]')) ?? labelled[0];
    if (!found) throw new Error(`There is no button ${label}`);
    return found;
  }

  press(label: string, within?: string): Promise<void> {
    this.button(label, within).click();
    return settle();
  }

  /** @returns whether the page prevented the default */
  async key(
    key: string,
    on: Element = document.activeElement ?? document.body,
    more: object = {},
  ): Promise<boolean> {
    const { KeyboardEvent } = this.window;
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more });
    on.dispatchEvent(event as never);
    await settle();
    return event.defaultPrevented;
  }

  choose(name: string, value: string): Promise<void> {
    const choice = this.get<HTMLInputElement>(`input[name="${name}"][value="${value}"]`);
    for (const other of document.querySelectorAll<HTMLInputElement>(`input[name="${name}"]`))
      other.checked = other === choice;
    this.#dispatch(choice, 'change');
    return settle();
  }

  turn(selector: string, isOn: boolean): Promise<void> {
    const toggle = this.get<HTMLInputElement>(selector);
    toggle.checked = isOn;
    this.#dispatch(toggle, 'change');
    return settle();
  }

  type(selector: string, text: string): Promise<void> {
    const field = this.get<HTMLInputElement>(selector);
    field.focus();
    field.value = text;
    this.#dispatch(field, 'input');
    return settle();
  }

  slide(minutes: number, isHeld = false): Promise<void> {
    const slider = this.get<HTMLInputElement>('#time');
    slider.value = String(minutes);
    this.#dispatch(slider, 'input');
    if (!isHeld) this.#dispatch(slider, 'change');
    return settle();
  }

  submit(selector: string): Promise<void> {
    this.#dispatch(this.get(selector), 'submit');
    return settle();
  }

  go(fragment: string): Promise<void> {
    history.pushState(null, '', `/${fragment}`);
    this.#addressChanged();
    return settle();
  }

  /** @returns whether there is such an entry */
  async travel(steps: number): Promise<boolean> {
    const url = this.#entries[this.#entry + steps];
    if (url === undefined) return false;
    this.#entry += steps;
    this.window.history.replaceState(null, '', url);
    this.#addressChanged();
    await settle();
    return true;
  }

  click(position: Position): Promise<void> {
    this.map.point('click', position);
    return settle();
  }

  dispatch(target: EventTarget, kind: string, more: object = {}): Promise<void> {
    this.#dispatch(target, kind, more);
    return settle();
  }

  async changeTheme(isDark: boolean): Promise<void> {
    THEME.matches = isDark;
    for (const changed of THEME.listeners) changed();
    await settle();
  }

  #dispatch(target: EventTarget, kind: string, more: object = {}): void {
    const event = new this.window.Event(kind, { bubbles: true, cancelable: true });
    target.dispatchEvent(Object.assign(event, more) as never);
  }
}

export const middleOf = ({ view: { west, south, east, north } }: MapStandIn): Position => [
  (west + east) / 2,
  (south + north) / 2,
];

export function expectInSight({ view }: Pick<MapStandIn, 'view'>, ...positions: Position[]): void {
  for (const [lon, lat] of positions) {
    expect(lon).toBeGreaterThan(view.west);
    expect(lon).toBeLessThan(view.east);
    expect(lat).toBeGreaterThan(view.south);
    expect(lat).toBeLessThan(view.north);
  }
}

/** Runs pending work until it waits for time or an unanswered call. */
export async function settle(): Promise<void> {
  for (let i = 0; i < 12; i++) await new Promise((resolve) => setImmediate(resolve));
}

export async function pass(milliseconds: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(milliseconds);
  await settle();
}

export const runAgain = (path: string): Promise<unknown> =>
  import(`${join(import.meta.dirname, path)}?copy=${randomUUID()}`);

export async function visit(options: VisitOptions = {}): Promise<Visit> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  MapStandIn.all.length = 0;
  const opened = new Visit(options);
  onTestFinished(async () => {
    opened.isOver = true;
    vi.clearAllTimers();
    vi.useRealTimers();
    await opened.window.happyDOM.abort();
  });
  vi.doMock('maplibre-gl', () => mapLibreStandIn);
  MapStandIn.canDraw = options.withMap ?? true;
  await runAgain(PAGE);
  await settle();
  MapStandIn.all.at(-1)?.load();
  await settle();
  return opened;
}
