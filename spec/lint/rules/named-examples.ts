import { type Context, type Json, type Rule, resolved } from '../redocly.ts';

type Example = { name: string; example: Json };

/** Every documented content of a response with its examples. */
function contents(response: Json, context: Context): Example[][] {
  return Object.values((response['content'] ?? {}) as Json).map((mediaType) =>
    Object.entries(((mediaType as Json)['examples'] ?? {}) as Json).map(([name, example]) => ({
      name,
      example: resolved(example, context),
    })),
  );
}

/** Every response that has content has examples, named in camelCase, for the mock to choose from. */
export const namedExamples: Rule = () => ({
  Response(response, context) {
    for (const examples of contents(response, context)) {
      if (examples.length > 0 && examples.every(({ name }) => /^[a-z][a-zA-Z0-9]*$/.test(name))) continue;
      context.report({ message: 'Give the response examples named in camelCase.', location: context.location.key() });
    }
  },
});

/** Every example of a refusal names the rule that it illustrates, by which the mock chooses it. */
export const refusalExamples: Rule = () => ({
  Response(response, context) {
    if (!/^[45]/.test(String(context.key))) return;
    for (const { name, example } of contents(response, context).flat()) {
      if (Array.isArray(example['x-rules'])) continue;
      context.report({ message: `The refusal example ${name} needs x-rules.`, location: context.location.key() });
    }
  },
});
