import type { ReactNode } from 'react';
import type { DocumentSchema } from '../api/control-document.ts';
import { SelectField, TextArea, TextField } from '../ui/field.tsx';
import { InlineCode } from '../ui/inline-code.tsx';
import { SwitchField } from '../ui/switch-field.tsx';
import { toWords } from '../ui/words.ts';

/** The value of a setting. */
export type SettingValue = string | number | boolean | string[];

interface SettingFieldProps {
  name: string;
  schema: DocumentSchema;
  value: SettingValue;
  onChange(value: SettingValue): void;
}

/** The field of a setting, as the document describes it. */
export function SettingField({ name, schema, value, onChange }: SettingFieldProps): ReactNode {
  const label = toWords(name).replace(/ in ms$/, ' in milliseconds');
  const help = <InlineCode text={schema.description ?? ''} />;
  if (typeof value === 'boolean') return <SwitchField label={label} help={help} checked={value} onChange={onChange} />;
  if (Array.isArray(value)) {
    return (
      <TextArea
        label={label}
        help={<>{help} One per line.</>}
        rows={3}
        value={value.join('\n')}
        onChange={({ target }) => onChange(target.value === '' ? [] : target.value.split('\n'))}
      />
    );
  }
  if (schema.enum) {
    return (
      <SelectField label={label} help={help} value={value} onChange={({ target }) => onChange(target.value)}>
        {schema.enum.map((option) => (
          <option key={option}>{option}</option>
        ))}
      </SelectField>
    );
  }
  if (schema.type === 'string') {
    return (
      <TextField
        label={label}
        help={help}
        maxLength={schema.maxLength}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    );
  }
  return (
    <TextField
      label={label}
      help={help}
      type="number"
      required
      min={schema.minimum}
      max={schema.maximum}
      step={schema.type === 'integer' ? 1 : 'any'}
      value={String(value)}
      onChange={({ target }) => onChange(target.value === '' ? '' : Number(target.value))}
    />
  );
}
