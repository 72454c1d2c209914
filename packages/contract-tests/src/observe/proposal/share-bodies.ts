import type { OpenApiDocument, Response, Schema } from '@escrow-kit/spec';
import type { ProposedAction } from './proposed-action.ts';

/** Makes one component of a body that several answers have, such as that of all refusals. */
export function shareBodies(actions: readonly ProposedAction[], { components }: OpenApiDocument): ProposedAction[] {
  const bodies = actions.flatMap(schemasOf).map((schema) => JSON.stringify(schema));
  const shared = [...new Set(bodies)].filter((body) => bodies.indexOf(body) !== bodies.lastIndexOf(body));
  if (shared.length === 0) return [...actions];
  const taken = Object.keys(components.schemas).filter((name) => name.startsWith(prefix)).length;
  const names = new Map(shared.map((body, index) => [body, `${prefix}${taken + index + 1}`]));
  const added: ProposedAction = {
    path: ['components', 'schemas'],
    update: Object.fromEntries(
      [...names].map(([body, name]) => [name, { description: 'Observed.', ...JSON.parse(body) }]),
    ),
    evidence: [],
    note: 'Bodies that several of the answers below have; their evidence is there.',
  };
  return [added, ...actions.map((action) => withReferences(action, names))];
}

const prefix = 'ObservedBody';

const responsesOf = ({ update = {} }: ProposedAction): [string, Response][] =>
  Object.entries(update as Record<string, Response>);

/** The schemas that are written out. */
const schemasOf = (action: ProposedAction): Schema[] =>
  responsesOf(action)
    .flatMap(([, { content = {} }]) => Object.values(content).map(({ schema }) => schema))
    .filter(({ $ref, properties }) => $ref === undefined && properties !== undefined);

function withReferences(action: ProposedAction, names: ReadonlyMap<string, string>): ProposedAction {
  if (!action.update) return action;
  const update = responsesOf(action).map(([status, response]) => {
    const content = Object.entries(response.content ?? {}).map(([mediaType, media]) => {
      const name = names.get(JSON.stringify(media.schema));
      return [mediaType, name === undefined ? media : { ...media, schema: { $ref: `#/components/schemas/${name}` } }];
    });
    return [status, content.length === 0 ? response : { ...response, content: Object.fromEntries(content) }];
  });
  return { ...action, update: Object.fromEntries(update) };
}
