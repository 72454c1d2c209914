import { type MockRequest, toNameValues } from './mock-request.ts';

const formType = 'application/x-www-form-urlencoded';

/** Parses a JSON or form body; an empty one gives `{value: undefined}`. Undefined if JSON is malformed. */
export function parseBody({
  mediaType,
  text,
}: Pick<MockRequest, 'mediaType' | 'text'>): { value: unknown } | undefined {
  if (text === '') return { value: undefined };
  if (mediaType === formType) return { value: toNameValues(new URLSearchParams(text)) };
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}
