/** Reads a body as text, announced or in chunks. Undefined where it is larger than the limit, the rest being left unread. */
export async function readControlBody(request: Request, limitInBytes: number): Promise<string | undefined> {
  if (Number(request.headers.get('content-length')) > limitInBytes) return undefined;
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of request.body ?? []) {
    length += chunk.length;
    if (length > limitInBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}
