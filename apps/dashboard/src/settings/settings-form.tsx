import type { ControlSchema } from '@escrow-kit/sandbox-control';
import { type ReactNode, useState } from 'react';
import { useProperties } from '../api/control-document.ts';
import { Button } from '../ui/button.tsx';
import { Form } from '../ui/form.tsx';
import { type FieldValue, SchemaField } from '../ui/schema-field.tsx';
import { useMove } from '../ui/use-move.ts';

type Values = Record<string, FieldValue>;

const noChange = { general: {}, settlement: {} };

/** Every setting in the control API's document. Inputs stay until they are saved. */
export function SettingsForm({ settings }: { settings: ControlSchema<'Settings'> }): ReactNode {
  const [{ general, settlement }, setChange] = useState<{ general: Values; settlement: Values }>(noChange);
  const isSettlementChanged = Object.keys(settlement).length > 0;
  const isChanged = isSettlementChanged || Object.keys(general).length > 0;
  const change = { ...general, ...(isSettlementChanged && { settlement }) };
  // The control API checks the change.
  const save = useMove((control) => control.changeSettings(change as ControlSchema<'SettingsChange'>), {
    done: 'The settings are saved',
    onDone: () => setChange(noChange),
  });
  const undo = () => {
    setChange(noChange);
    save.clear();
  };
  const { settlement: current, ...others } = settings;
  return (
    <Form
      onSubmit={save.run}
      submit="Save the settings"
      move={save}
      failed="The settings were not saved"
      isEmpty={!isChanged}
      actions={isChanged && <Button onClick={undo}>Undo the changes</Button>}
    >
      <Fields
        schema="Settings"
        values={{ ...others, ...general }}
        onChange={(name, value) => setChange({ settlement, general: { ...general, [name]: value } })}
      />
      <fieldset>
        <legend>Settlement</legend>
        <Fields
          schema="Settlement"
          values={{ ...current, ...settlement }}
          onChange={(name, value) => setChange({ general, settlement: { ...settlement, [name]: value } })}
        />
      </fieldset>
    </Form>
  );
}

interface FieldsProps {
  /** The name of the schema in the document. */
  schema: string;
  values: Values;
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
