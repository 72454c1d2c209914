import { type Context, type Json, type Rule, resolved } from '../redocly.ts';

type Example = { name: string; example: Json };

/** Every response content, with its examples. */
function contents(response: Json, context: Context): Example[][] {
  return Object.values((response['content'] ?? {}) as Json).map((mediaType) =>
    Object.entries(((mediaType as Json)['examples'] ?? {}) as Json).map(([name, example]) => ({
      name,
      example: resolved(example, context),
    })),
  );
}

/** Every response with content has examples, named in camelCase, so that the mock can choose one. */
export const namedExamples: Rule = () => ({
  Response(response, context) {
    for (const examples of contents(response, context)) {
      if (examples.length > 0 && examples.every(({ name }) => /^[a-z][a-zA-Z0-9]*$/.test(name))) continue;
      context.report({ message: 'Give the response examples named in camelCase.', location: context.location.key() });
    }
  },
});

/** Every example of a refusal names the rule that it illustrates; the mock chooses it by that rule. */
export const refusalExamples: Rule = () => ({
  Response(response, context) {
    if (!/^[45]/.test(String(context.key))) return;
    for (const { name, example } of contents(response, context).flat()) {
      if (Array.isArray(example['x-rules'])) continue;
      context.report({ message: `The refusal example ${name} needs x-rules.`, location: context.location.key() });
    }
  },
});
