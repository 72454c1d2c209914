let baseUrl = '';

/** Sets the address of the service. */
export function setBaseUrl(url: string): void {
  baseUrl = url;
}

/** Sends a request for the generated functions. Rejects if the service refuses it. */
export async function serviceFetch<Answer>(path: string, options: RequestInit): Promise<Answer> {
  const response = await fetch(baseUrl + path, options);
  const text = await response.text();
  if (!response.ok) throw new Error(`${path} was refused (${response.status}): ${text}`);
  return { status: response.status, data: text ? JSON.parse(text) : undefined, headers: response.headers } as Answer;
}
