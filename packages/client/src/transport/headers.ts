/** Sets a header, or ignores it if its name or value is malformed. */
export function setIfPossible(headers: Headers, name: string, value: string): void {
  try {
    headers.set(name, value);
  } catch {
    // A malformed header of an observer must not end the call.
  }
}

/** Copies the headers of an answer, without those that are malformed. */
export function copyHeaders(source: Pick<Headers, 'forEach'>): Headers {
  const copy = new Headers();
  source.forEach((value, name) => {
    try {
      copy.append(name, value);
    } catch {
      // The caller's `fetch` may return headers that `Headers` does not accept.
    }
  });
  return copy;
}
