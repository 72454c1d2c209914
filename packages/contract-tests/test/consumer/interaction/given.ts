import type { StateName, StateParameters, StateValueNameOf } from '../../../src/states/catalogue.ts';
import { PlacedValue } from './placed-value.ts';

/** A provider state with what was chosen of it. */
export interface GivenState<Name extends StateName> {
  name: Name;
  parameters: StateParameters<Name>;
}

/** Parameters are left out only where the state has none. */
type ParameterArguments<Name extends StateName> = keyof StateParameters<Name> extends never
  ? []
  : [parameters: StateParameters<Name>];

/** Names a state of the catalogue. */
export const given = <Name extends StateName>(name: Name, ...chosen: ParameterArguments<Name>): GivenState<Name> => ({
  name,
  parameters: (chosen[0] ?? {}) as StateParameters<Name>,
});

/** Places a value of a state in a request, with text before it. */
export type PlaceValue<Name extends StateName> = (value: StateValueNameOf<Name>, prefix?: string) => PlacedValue;

/** Places any value; its type allows those of one state only. */
export const placeValue = (name: ConstructorParameters<typeof PlacedValue>[0], prefix?: string): PlacedValue =>
  new PlacedValue(name, prefix);
