/** The envelope of every result of the Users API (UAPI-1). The generic calls have it too: our choice, not shown. */
export type Envelope<Data> = {
  success: true;
  data: Data;
  meta: { request_id: string; timestamp: string };
};

/** Wraps a result of the call. `now` is on the tenant's clock. */
export function envelop<Data>({ requestId, now }: { requestId: string; now: number }, data: Data): Envelope<Data> {
  return { success: true, data, meta: { request_id: requestId, timestamp: toTimestamp(now) } };
}

/** Writes a time in milliseconds since 1970 as ISO 8601. */
export function toTimestamp(time: number): string {
  return new Date(time).toISOString();
}
