import type { ControlCalls } from '@escrow-kit/sandbox-control';
import { readControlToken, wantControlToken } from '../api/control-token.ts';
import { readEventStream } from './read-event-stream.ts';

/** Whether changes arrive automatically: live from the first event of a connection until it ends, then offline until the next one. */
export type LiveState = 'connecting' | 'live' | 'offline';

const streamRoute: ControlCalls['streamChanges']['route'] = 'GET /_sandbox/tenants/{tenant}/stream';

const firstPauseInMs = 500;
const longestPauseInMs = 5000;
/** After such a silence the connection is dead: the sandbox sends a heartbeat far more often. */
const longestSilenceInMs = 60_000;

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
    const hadEvents = await connect(tenant, signal, {
      onEvent: () => {
        onState('live');
        onChange();
      },
      onGone: onChange,
    });
    if (signal.aborted) return;
    onState('offline');
    pauseInMs = hadEvents ? firstPauseInMs : Math.min(pauseInMs * 2, longestPauseInMs);
    await pause(pauseInMs, signal);
  }
}

/** Reads one connection until it ends or is silent for too long, and returns whether anything arrived. */
async function connect(
  tenant: string,
  signal: AbortSignal,
  { onEvent, onGone }: { onEvent(): void; onGone(): void },
): Promise<boolean> {
  let hadEvents = false;
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
    if (!response.ok) return false;
    const onNews = () => {
      hadEvents = true;
      onEvent();
    };
    await readEventStream(response, { onEvent: onNews, onSign });
  } catch {
    // The connection broke or could not be made. The caller tries again.
  } finally {
    clearTimeout(timer);
  }
  return hadEvents;
}

/** A pause that ends early when the signal is aborted or the page becomes visible. */
function pause(timeInMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      window.removeEventListener('focus', end);
      resolve();
    };
    const timer = setTimeout(end, timeInMs);
    signal.addEventListener('abort', end);
    window.addEventListener('focus', end);
  });
}
