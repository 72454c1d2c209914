/** How an input is shown and checked. */
interface Input {
  label: string;
  hint?: string;
  autocomplete?: string;
  inputmode?: 'decimal' | 'numeric' | 'tel';
  /** In UTF-16 code units, as `maxlength` of HTML counts. Default: 200. */
  maxLength?: number;
}

/** The inputs of all forms, by name. */
const inputs = {
  firstName: { label: 'First name', autocomplete: 'given-name' },
  lastName: { label: 'Last name', autocomplete: 'family-name' },
  phone: {
    label: 'Phone number',
    hint: 'With country code, such as +966500000000',
    autocomplete: 'tel',
    inputmode: 'tel',
  },
  iban: { label: 'IBAN', hint: 'SA and 22 digits, without spaces' },
  nationalId: { label: 'National id', hint: 'Of the holder of the account', inputmode: 'numeric' },
  street: { label: 'Street', autocomplete: 'address-line1' },
  city: { label: 'City', autocomplete: 'address-level2' },
  title: { label: 'Title' },
  description: { label: 'Description', maxLength: 2_000 },
  deposit: { label: 'Deposit in SAR', hint: 'Paid before you begin', inputmode: 'decimal' },
  rest: { label: 'Rest in SAR', hint: 'Paid before you deliver', inputmode: 'decimal' },
  referenceId: { label: 'Reference of the payment' },
  id: { label: 'Its id' },
  itemPrice: { label: 'Its price in SAR' },
  fee: { label: 'Its fee in SAR' },
  feePercentage: { label: 'Its fee as a fraction, such as 0.04' },
} as const satisfies Record<string, Input>;

/** Hidden fields and the values of buttons. */
type HiddenField = 'formToken' | 'key' | 'revision' | 'outcome' | 'milestoneId';

export type InputName = keyof typeof inputs;
export type FieldName = InputName | HiddenField;

const usualMaxLength = 200;
const hiddenMaxLength = 500;

export function inputOf(name: InputName) {
  const input: Input = inputs[name];
  return { maxLength: usualMaxLength, autocomplete: 'off', inputmode: 'text', ...input };
}

export const isInput = (name: FieldName): name is InputName => name in inputs;

export const maxLengthOf = (name: FieldName): number => (isInput(name) ? inputOf(name).maxLength : hiddenMaxLength);
