import { type Finding, type FindingOf, ofKind } from '../findings/finding.ts';
import type { SchemaPlace, SchemaPlaces } from '../findings/schema-places.ts';
import { parentOf, segmentsOf } from '../pointer.ts';
import { type ProposedAction, type Proposing, toTarget } from './draft.ts';

/** Proposes the names of alternatives by which discriminators choose, where it is known which one each name stands for. */
export function proposeAlternatives(findings: readonly Finding[], { places, draft }: Proposing): void {
  const named = ofKind(findings, 'alternative').filter(({ learned }) => learned.inPlaceOf !== undefined);
  for (const { choice, evidence } of byChoice(named, places)) {
    const { propertyName = '', mapping = {} } = choice.schema.discriminator ?? {};
    const names = new Map(evidence.map(({ learned }) => [learned.inPlaceOf, learned.name]));
    const renamed = Object.entries(mapping).map(([value, branch]) => [names.get(value) ?? value, branch] as const);
    for (const [value, branch] of renamed)
      if (!Object.hasOwn(mapping, value))
        draft.put([...segmentsOf(branch), 'properties', propertyName, 'enum'], [value], { evidence });
    draft.put([...choice.path, 'discriminator', 'mapping'], Object.fromEntries(renamed), { evidence });
  }
}

/** What a person has to write of names of which that is not known, as comments. */
export function adviseAlternatives(
  findings: readonly Finding[],
  places: SchemaPlaces,
): Pick<ProposedAction, 'evidence' | 'note'>[] {
  const unnamed = ofKind(findings, 'alternative').filter(({ learned }) => learned.inPlaceOf === undefined);
  return byChoice(unnamed, places).map(({ choice, evidence }) => {
    const names = evidence.map(({ learned }) => learned.name);
    const free = new Set(evidence.flatMap(({ learned }) => learned.free));
    const note = `If here ${[...free].join(', ')} is called ${names.join(', ')}, write so: in ${toTarget(choice.path)}.discriminator.mapping, and in the enum of ${choice.schema.discriminator?.propertyName} in the schema that it refers to.`;
    return { evidence, note };
  });
}

interface Choice {
  /** The schema whose discriminator chooses. */
  choice: SchemaPlace;
  evidence: FindingOf<'alternative'>[];
}

function byChoice(findings: readonly FindingOf<'alternative'>[], places: SchemaPlaces): Choice[] {
  const choices = new Map<string, Choice>();
  for (const finding of findings) {
    const { operation = '', pointer = '' } = finding;
    const around = places.at({ operation, message: 'request' }, parentOf(pointer));
    const choice = around.find(({ schema }) => schema.discriminator);
    if (!choice) continue;
    const key = toTarget(choice.path);
    choices.set(key, { choice, evidence: [...(choices.get(key)?.evidence ?? []), finding] });
  }
  return [...choices.values()];
}
