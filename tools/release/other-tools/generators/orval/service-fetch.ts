let baseUrl = '';

/** Says where the service is. */
export function setBaseUrl(url: string): void {
  baseUrl = url;
}

/** How the generated functions send a request. Rejects unless the service does what was asked. */
export async function serviceFetch<Answer>(path: string, options: RequestInit): Promise<Answer> {
  const response = await fetch(baseUrl + path, options);
  const text = await response.text();
  if (!response.ok) throw new Error(`${path} was refused (${response.status}): ${text}`);
  return { status: response.status, data: text ? JSON.parse(text) : undefined, headers: response.headers } as Answer;
}
