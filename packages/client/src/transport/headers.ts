/** Sets a header, unless its name or its value is malformed: then it is left out. */
export function setIfPossible(headers: Headers, name: string, value: string): void {
  try {
    headers.set(name, value);
  } catch {
    // Headers of an observer, or of an answer that no `fetch` made, do not end a call.
  }
}

/** A copy of the headers of an answer, without those that no `Headers` can hold. */
export function copyHeaders(source: Pick<Headers, 'forEach'>): Headers {
  const copy = new Headers();
  source.forEach((value, name) => {
    try {
      copy.append(name, value);
    } catch {
      // A foreign implementation of `fetch` may have more than a header can carry.
    }
  });
  return copy;
}
