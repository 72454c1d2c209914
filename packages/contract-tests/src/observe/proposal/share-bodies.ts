import type { Response } from '@escrow-kit/spec';
import type { Path, Proposing } from './draft.ts';

const prefix = 'ObservedBody';

/** Makes one component of a body that several of the answers that were put at these places have, such as that of all refusals. */
export function shareBodies(answers: readonly Path[], { document, draft }: Proposing): void {
  const bodies = answers.flatMap((answer) => {
    const { content = {} } = draft.find<Partial<Response>>(answer, {}) ?? {};
    return Object.entries(content)
      .filter(([, { schema }]) => schema.$ref === undefined && schema.properties !== undefined)
      .map(([mediaType, { schema }]) => ({ path: [...answer, 'content', mediaType, 'schema'], schema }));
  });
  const shared = [...Map.groupBy(bodies, ({ schema }) => JSON.stringify(schema)).values()].filter(
    ({ length }) => length > 1,
  );
  const { schemas } = document.components;
  const taken = Object.keys(schemas).filter((name) => name.startsWith(prefix)).length;
  for (const [index, own] of shared.entries()) {
    const name = `${prefix}${taken + index + 1}`;
    const note = 'A body that several of the answers above have; its evidence is there.';
    const component = { description: 'Observed.', ...own[0]?.schema };
    draft.put(['components', 'schemas', name], component, { evidence: [], note });
    for (const { path } of own) draft.put(path, { $ref: `#/components/schemas/${name}` }, { evidence: [] });
  }
}
