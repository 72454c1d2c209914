import type { ControlSchema } from '@escrow-kit/sandbox-control';
import { type ReactNode, useState } from 'react';
import { type ControlDocument, propertiesOf } from '../api/control-document.ts';
import { Button } from '../ui/button.tsx';
import { Problem } from '../ui/notice.tsx';
import { Card, Toolbar } from '../ui/page.tsx';
import { SettingField, type SettingValue } from './setting-field.tsx';
import styles from './settings-form.module.css';
import { useChangeSettings } from './use-settings.ts';

type Values = Record<string, SettingValue>;

/** Every setting in the control API's document. Inputs stay until they are saved. */
export function SettingsForm({
  document,
  settings,
}: {
  document: ControlDocument;
  settings: ControlSchema<'Settings'>;
}): ReactNode {
  const [general, setGeneral] = useState<Values>({});
  const [settlement, setSettlement] = useState<Values>({});
  const save = useChangeSettings(() => {
    setGeneral({});
    setSettlement({});
  });
  const isChanged = Object.keys(general).length + Object.keys(settlement).length > 0;
  const { settlement: current, ...others } = settings;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        // The document of the control API checks it.
        const change = { ...general, ...(Object.keys(settlement).length > 0 && { settlement }) };
        save.run(change as ControlSchema<'SettingsChange'>);
      }}
    >
      <Card>
        <Fields
          schemas={propertiesOf(document, 'Settings').filter(([, { type }]) => type !== 'object')}
          values={{ ...others, ...general }}
          onChange={(name, value) => setGeneral({ ...general, [name]: value })}
        />
        <fieldset className={styles['group']}>
          <legend className={styles['legend']}>Settlement</legend>
          <Fields
            schemas={propertiesOf(document, 'Settlement')}
            values={{ ...current, ...settlement }}
            onChange={(name, value) => setSettlement({ ...settlement, [name]: value })}
          />
        </fieldset>
        <Problem error={save.error} title="The settings were not saved" />
        <Toolbar>
          <Button type="submit" tone="primary" isBusy={save.isRunning} aria-disabled={!isChanged}>
            Save the settings
          </Button>
          {isChanged && (
            <Button
              onClick={() => {
                setGeneral({});
                setSettlement({});
                save.clear();
              }}
            >
              Undo the changes
            </Button>
          )}
        </Toolbar>
      </Card>
    </form>
  );
}

function Fields({
  schemas,
  values,
  onChange,
}: {
  schemas: ReturnType<typeof propertiesOf>;
  values: Values;
  onChange(name: string, value: SettingValue): void;
}): ReactNode {
  return (
    <div className={styles['fields']}>
      {schemas.map(([name, schema]) => (
        <SettingField
          key={name}
          name={name}
          schema={schema}
          value={values[name] ?? ''}
          onChange={(value) => onChange(name, value)}
        />
      ))}
    </div>
  );
}
