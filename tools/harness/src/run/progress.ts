/** Tells a person what is going on, on standard error, so that standard output stays for the result. */
export interface Progress {
  /**
   * A new step begins.
   *
   * @param share of the work that is done before it, 0 to 1: shown as a bar
   */
  step(text: string, share?: number): void;
  /** More about the step that is under way. */
  detail(text: string): void;
  /** The step has ended. */
  done(text: string): void;
}

export interface ProgressStream {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

/** On a terminal the current step is one line that changes; elsewhere (a log of a pipeline) each step is two lines. */
export function newProgress(stream: ProgressStream): Progress {
  const live = stream.isTTY === true;
  let current = '';
  let bar = '';
  const redraw = (text: string, end: string): void => {
    const width = (stream.columns ?? 120) - 1;
    stream.write(live ? `\r\u001b[2K${text.slice(0, width)}${end}` : `${text}\n`);
  };
  return {
    step: (text, share) => {
      current = text;
      bar = share === undefined ? '… ' : `${barOf(share)} `;
      redraw(live ? `${bar}${text}` : `… ${text}`, '');
    },
    detail: (text) => {
      if (live) redraw(`${bar}${current} · ${text}`, '');
    },
    done: (text) => redraw(text, '\n')
  };
}

const BAR_WIDTH = 16;

function barOf(share: number): string {
  const full = Math.round(Math.min(1, Math.max(0, share)) * BAR_WIDTH);
  return `${'█'.repeat(full)}${'░'.repeat(BAR_WIDTH - full)} ${String(Math.floor(share * 100)).padStart(3)} %`;
}

/** Says nothing: for tests and for quiet runs. */
export const SILENT: Progress = { step: () => undefined, detail: () => undefined, done: () => undefined };
