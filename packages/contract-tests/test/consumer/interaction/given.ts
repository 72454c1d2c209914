import type { StateName, StateParameters, StateValueNameOf } from '../../../src/states/catalogue.ts';
import { PlacedValue, type SurroundingText } from './placed-value.ts';

/** A provider state with its parameters. */
export interface GivenState<Name extends StateName> {
  name: Name;
  parameters: StateParameters<Name>;
}

/** Parameters may be left out only if the state has none. */
type ParameterArguments<Name extends StateName> = keyof StateParameters<Name> extends never
  ? []
  : [parameters: StateParameters<Name>];

/** Names a state of the catalogue. */
export const given = <Name extends StateName>(name: Name, ...chosen: ParameterArguments<Name>): GivenState<Name> => ({
  name,
  parameters: (chosen[0] ?? {}) as StateParameters<Name>,
});

/** Places a value of a state in a request, with text around it. */
export type PlaceValue<Name extends StateName> = (value: StateValueNameOf<Name>, text?: SurroundingText) => PlacedValue;

/** Places any value. Its type allows only the values of one state. */
export const placeValue = (name: ConstructorParameters<typeof PlacedValue>[0], text?: SurroundingText): PlacedValue =>
  new PlacedValue(name, text);
