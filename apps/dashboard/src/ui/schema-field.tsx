import type { ReactNode } from 'react';
import type { FieldSchema } from '../api/control-document.ts';
import { InlineCode } from './code.tsx';
import { CheckField, SelectField, TextArea, TextField } from './field.tsx';
import { toWords } from './text.ts';

/** The value of a field. */
export type FieldValue = string | number | boolean | string[];

interface SchemaFieldProps {
  name: string;
  schema: FieldSchema;
  value: FieldValue;
  onValue(value: FieldValue): void;
  required?: boolean;
}

/** A field as the control API's document describes it. An empty number is an empty text. */
export function SchemaField({ name, schema, value, onValue, required = false }: SchemaFieldProps): ReactNode {
  const label = toWords(name).replace(/ in ms$/, ' in milliseconds');
  const help = <InlineCode text={schema.description} />;
  if (typeof value === 'boolean') return <CheckField {...{ label, help }} checked={value} onChecked={onValue} />;
  if (Array.isArray(value)) {
    const toLines = (text: string) => onValue(text === '' ? [] : text.split('\n'));
    return <TextArea label={label} help={<>{help} One per line.</>} value={value.join('\n')} onValue={toLines} />;
  }
  const text = { label, help, value: String(value) };
  if (schema.enum) return <SelectField {...text} options={schema.enum} onValue={onValue} />;
  if (schema.type === 'string') return <TextField {...text} maxLength={schema.maxLength} onValue={onValue} />;
  return (
    <TextField
      {...text}
      type="number"
      required={required}
      min={schema.minimum}
      max={schema.maximum}
      step={schema.type === 'integer' ? 1 : 'any'}
      onValue={(number) => onValue(number === '' ? '' : Number(number))}
    />
  );
}
