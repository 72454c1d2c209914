import type { ControlSchema } from '@escrow-kit/sandbox-control';
import { type ReactNode, useState } from 'react';
import { useProperties } from '../api/control-document.ts';
import { Button } from '../ui/button.tsx';
import { Form } from '../ui/form.tsx';
import { type FieldValue, SchemaField } from '../ui/schema-field.tsx';
import { useMove } from '../ui/use-move.ts';

/** Every setting in the control API's document. Inputs stay until they are saved. */
export function SettingsForm({ settings }: { settings: ControlSchema<'Settings'> }): ReactNode {
  // The control API checks the change.
  const [change, setChange] = useState<ControlSchema<'SettingsChange'>>({});
  const isChanged = Object.keys(change).length > 0;
  const save = useMove((control) => control.changeSettings(change), {
    done: 'The settings are saved',
    onDone: () => setChange({}),
  });
  const { settlement: currentSettlement, ...current } = settings;
  const { settlement, ...general } = change;
  const undo = () => {
    setChange({});
    save.clear();
  };
  return (
    <Form
      onSubmit={save.run}
      submit="Save the settings"
      move={save}
      failed="The settings were not saved"
      isBlocked={!isChanged}
      actions={isChanged && <Button onClick={undo}>Undo the changes</Button>}
    >
      <Fields
        schema="Settings"
        values={{ ...current, ...general }}
        onChange={(name, value) => setChange({ ...change, [name]: value })}
      />
      <fieldset>
        <legend>Settlement</legend>
        <Fields
          schema="Settlement"
          values={{ ...currentSettlement, ...settlement }}
          onChange={(name, value) => setChange({ ...change, settlement: { ...settlement, [name]: value } })}
        />
      </fieldset>
    </Form>
  );
}

interface FieldsProps {
  /** The name of the schema in the document. */
  schema: string;
  values: Record<string, FieldValue>;
  onChange(name: string, value: FieldValue): void;
}

function Fields({ schema, values, onChange }: FieldsProps): ReactNode {
  const properties = Object.entries(useProperties(schema) ?? {});
  return (
    <div className="columns">
      {properties
        .filter(([, { type }]) => type !== 'object')
        .map(([name, property]) => (
          <SchemaField
            key={name}
            name={name}
            schema={property}
            required
            value={values[name] ?? ''}
            onValue={(value) => onChange(name, value)}
          />
        ))}
    </div>
  );
}
