import { type ReactNode, useEffect, useState } from 'react';
import { type Option, SelectField, TextField } from './field.tsx';
import { useSearch } from './use-search.ts';

/** The pause that ends the typing. */
const pauseInMs = 250;

/** A value in the address of the page by which a list is filtered. */
interface Filter {
  name: string;
  label: string;
  /** The values to choose from. Default: any text. */
  options?: readonly Option[];
  placeholder?: string;
  type?: 'search' | 'number';
}

/** Filters of a list in a row. */
export function Filters({ filters }: { filters: Filter[] }): ReactNode {
  const [search, setSearch] = useSearch();
  return (
    <search aria-label="Filters" className="grid">
      {filters.map(({ name, label, options, ...look }) => {
        const value = search[name] ?? '';
        const setValue = (next: string) =>
          setSearch({ [name]: next, cursor: undefined }, { replace: options === undefined });
        return options ? (
          <SelectField key={name} label={label} options={[['', 'All'], ...options]} value={value} onValue={setValue} />
        ) : (
          <TextFilter key={name} label={label} {...look} value={value} onValue={setValue} />
        );
      })}
    </search>
  );
}

interface TextFilterProps extends Omit<Filter, 'name' | 'options'> {
  value: string;
  onValue(value: string): void;
}

function TextFilter({ value, onValue, type = 'search', ...look }: TextFilterProps): ReactNode {
  const [text, setText] = useTyped(value, onValue);
  return <TextField {...look} type={type} maxLength={200} value={text} onValue={setText} />;
}

/** A text that is reported when the typing pauses, and follows its value. */
export function useTyped(value: string, onPause: (text: string) => void): [string, (text: string) => void] {
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  useEffect(() => {
    if (text === value) return undefined;
    const timer = setTimeout(() => onPause(text), pauseInMs);
    return () => clearTimeout(timer);
  });
  return [text, setText];
}
