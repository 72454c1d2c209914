import type { ControlCalls } from '@escrow-kit/sandbox-control';
import { readControlToken, wantControlToken } from '../api/control-token.ts';

/** Whether changes arrive automatically: live from the first event of a connection until it ends, then offline until the next one. */
export type LiveState = 'connecting' | 'live' | 'offline';

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
  onState(state: LiveState): void;
  /** Called when something changed or the tenant is gone, and after each connection, for missed changes. */
  onChange(): void;
}

/**
 * Follows a tenant's changes until it is aborted, and connects again when the connection ends. It uses `fetch`, because an
 * EventSource can't send the control token.
 */
export async function followChanges({ tenant, signal, onState, onChange }: Follower): Promise<void> {
  let pauseInMs = firstPauseInMs;
  onState('connecting');
  while (!signal.aborted) {
    let hadEvents = false;
    const onEvent = () => {
      hadEvents = true;
      onState('live');
      onChange();
    };
    // A connection that broke or could not be made is tried again.
    await connect(tenant, signal, { onEvent, onGone: onChange }).catch(() => undefined);
    if (signal.aborted) return;
    onState('offline');
    pauseInMs = hadEvents ? firstPauseInMs : Math.min(pauseInMs * 2, longestPauseInMs);
    await pause(pauseInMs, signal);
  }
}

/** Reads one connection until it ends. Rejects if it breaks, or is silent for too long. */
async function connect(
  tenant: string,
  signal: AbortSignal,
  { onEvent, onGone }: { onEvent(): void; onGone(): void },
): Promise<void> {
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
    if (response.status === 404) onGone();
    if (response.ok) await readEvents(response, { onEvent, onSign });
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

/** A pause that ends early when the signal is aborted or the page becomes visible. */
function pause(timeInMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const ended = AbortSignal.any([signal, AbortSignal.timeout(timeInMs)]);
    ended.addEventListener('abort', () => resolve(), { once: true });
    window.addEventListener('focus', () => resolve(), { once: true, signal: ended });
  });
}
