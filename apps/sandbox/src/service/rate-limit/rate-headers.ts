import type { RateWindow } from './count-request.ts';

/** The headers of every answer of the Users API (UAPI-6). Their names are our choice: not shown. */
export function rateHeaders({ limit, remaining, resetInSeconds }: RateWindow): Record<string, string> {
  return {
    'ratelimit-limit': String(limit),
    'ratelimit-remaining': String(remaining),
    'ratelimit-reset': String(resetInSeconds),
  };
}
