/** The tools for drawing a zone: finish, undo, begin anew, paste. */
import { canFinish, type Drawing, EMPTY_DRAWING, finish, MIN_CORNERS } from '../map/polygon-editor.ts';
import { readPastedZone } from '../read-pasted-zone.ts';
import { byId } from './elements.ts';

export interface ZoneToolsEvents {
  readonly changed: (drawing: Drawing) => void;
  readonly pasted: (drawing: Drawing) => void;
}

/** Steps back that are kept. */
const MAX_UNDO_STEPS = 200;

export class ZoneTools {
  readonly #finish = byId<HTMLButtonElement>('finish');
  readonly #undo = byId<HTMLButtonElement>('undo');
  readonly #clear = byId<HTMLButtonElement>('clear');
  readonly #pasteArea = byId<HTMLTextAreaElement>('paste-text');
  readonly #pasteFault = byId<HTMLElement>('paste-fault');
  readonly #pasteDetails = byId<HTMLDetailsElement>('paste');
  readonly #history: Drawing[] = [];
  readonly #events: ZoneToolsEvents;
  #drawing: Drawing = EMPTY_DRAWING;

  constructor(events: ZoneToolsEvents) {
    this.#events = events;
    this.#finish.addEventListener('click', () => this.finish());
    this.#undo.addEventListener('click', () => this.undo());
    this.#clear.addEventListener('click', () => this.change(EMPTY_DRAWING));
    byId('use-pasted').addEventListener('click', () => this.#paste(this.#pasteArea.value));
    document.addEventListener('paste', (event) => {
      if (byId('draw').hidden || (event.target as Element).closest('input, textarea, dialog')) return;
      this.#pasteDetails.open = true;
      this.#pasteArea.value = event.clipboardData?.getData('text') ?? '';
      this.#paste(this.#pasteArea.value);
    });
    document.addEventListener('keydown', (event) => {
      const typing = (event.target as Element).closest(
        'input[type="text"], input[type="number"], textarea, dialog',
      );
      if (byId('draw').hidden || typing) return;
      const undoes = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'z';
      if (!undoes && event.key !== 'Backspace') return;
      event.preventDefault();
      this.undo();
    });
  }

  /** Shows the tools for a drawing. */
  show(drawing: Drawing): void {
    this.#drawing = drawing;
    const corners = drawing.rings[0]?.length ?? 0;
    this.#finish.hidden = drawing.closed;
    this.#finish.disabled = !canFinish(drawing);
    this.#undo.disabled = this.#history.length === 0;
    this.#clear.disabled = corners === 0;
    byId('draw-hint').textContent = drawing.closed
      ? 'Drag a corner, or the middle of a side to bend it.'
      : corners < MIN_CORNERS
        ? 'Click the map for each corner of the zone.'
        : 'Go on, or click the first corner to finish.';
  }

  /** Remembers where the drawing was, to come back to. */
  remember(): void {
    this.#history.push(this.#drawing);
    if (this.#history.length > MAX_UNDO_STEPS) this.#history.shift();
  }

  change(drawing: Drawing): void {
    if (drawing === this.#drawing) return;
    this.remember();
    this.#events.changed(drawing);
  }

  finish(): void {
    this.change(finish(this.#drawing));
  }

  undo(): void {
    const before = this.#history.pop();
    if (before) this.#events.changed(before);
  }

  #paste(text: string): void {
    const read = readPastedZone(text);
    const fault = 'fault' in read ? read.fault : '';
    this.#pasteFault.textContent = fault;
    this.#pasteArea.setAttribute('aria-invalid', String(fault !== ''));
    if (!('rings' in read)) return;
    this.remember();
    this.#pasteArea.value = '';
    this.#pasteDetails.open = false;
    this.#events.pasted({ rings: read.rings, closed: true });
  }
}
