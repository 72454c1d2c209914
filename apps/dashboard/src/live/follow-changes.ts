import type { ControlCalls } from '@escrow-kit/sandbox-control';
import { readControlToken, wantControlToken } from '../api/control-token.ts';

/**
 * Whether changes arrive automatically: live from the first event of a connection until it ends, then offline until the next one. Gone if
 * the tenant does not exist.
 */
export type LiveState = 'connecting' | 'live' | 'offline' | 'gone';

const streamRoute: ControlCalls['streamChanges']['route'] = 'GET /_sandbox/tenants/{tenant}/stream';

const firstPauseInMs = 500;
const longestPauseInMs = 5000;
/** After such a silence the connection is dead: the sandbox sends a heartbeat far more often. */
const longestSilenceInMs = 60_000;
/** The longest event, in characters: the names of the sandbox's events are a few. */
const longestEvent = 64 * 1024;

/** A listener for a tenant's changes. */
interface Follower {
  tenant: string;
  signal: AbortSignal;
  /** Called with `live` once for each connection, before which changes may have been missed. */
  onState(state: LiveState): void;
  /** Called when something changed. */
  onChange(): void;
}

/**
 * Follows a tenant's changes until it is aborted, and connects again when the connection ends; if the tenant is gone, not before the
 * reader returns to the page. It uses `fetch`, because an EventSource can't send the control token.
 */
export async function followChanges({ tenant, signal, onState, onChange }: Follower): Promise<void> {
  let pauseInMs = firstPauseInMs;
  while (!signal.aborted) {
    let hadEvents = false;
    const onEvent = () => {
      if (hadEvents) return onChange();
      hadEvents = true;
      onState('live');
    };
    // A connection that broke or could not be made is tried again.
    const status = await connect(tenant, signal, { onEvent }).catch(() => undefined);
    if (signal.aborted) return;
    const isGone = status === 404;
    onState(isGone ? 'gone' : 'offline');
    pauseInMs = hadEvents ? firstPauseInMs : Math.min(pauseInMs * 2, longestPauseInMs);
    await pause(isGone ? signal : AbortSignal.any([signal, AbortSignal.timeout(pauseInMs)]));
  }
}

/** Reads one connection until it ends, and returns its status. Rejects if it breaks, or is silent for too long. */
async function connect(tenant: string, signal: AbortSignal, { onEvent }: { onEvent(): void }): Promise<number> {
  const silence = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const onSign = () => {
    clearTimeout(timer);
    timer = setTimeout(() => silence.abort(), longestSilenceInMs);
  };
  try {
    onSign();
    const token = readControlToken();
    const path = streamRoute.slice('GET '.length).replace('{tenant}', encodeURIComponent(tenant));
    const response = await fetch(path, {
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
      signal: AbortSignal.any([signal, silence.signal]),
    });
    if (response.status === 401) wantControlToken();
    if (response.ok) await readEvents(response, { onEvent, onSign });
    return response.status;
  } finally {
    clearTimeout(timer);
  }
}

/** Calls back for each server-sent event, and whenever data arrives. Rejects, and closes the connection, if an event is too long. */
async function readEvents({ body }: Response, { onEvent, onSign }: { onEvent(): void; onSign(): void }): Promise<void> {
  if (!body) return;
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    onSign();
    const blocks = (text + value).split('\n\n');
    text = blocks.pop() ?? '';
    if (text.length > longestEvent) {
      await reader.cancel();
      throw new Error(`An event has more than ${longestEvent} characters.`);
    }
    for (const block of blocks) if (/^event:/m.test(block)) onEvent();
  }
}

/** A pause until the signal is aborted or the reader returns to the page. */
function pause(ended: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    ended.addEventListener('abort', () => resolve(), { once: true });
    window.addEventListener('focus', () => resolve(), { once: true, signal: ended });
  });
}
