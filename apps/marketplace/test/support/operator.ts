import type { Visitor } from './visitor.ts';

/** Reads the first question of the operator's page, with a function that answers it. */
export async function readQuestion(operator: Visitor) {
  const { text } = await operator.get('/operator');
  const [, key = '', revision = ''] =
    /name="key" value="([^"]+)">\s*<input[^>]*name="revision" value="(\d+)"/.exec(text) ?? [];
  const [, question = 'none'] = /<h3>(.*?)<\/h3>/.exec(text) ?? [];
  const answer = (form: Record<string, string>) => operator.post('/operator/pending-steps', { key, revision, ...form });
  return { question, answer };
}
