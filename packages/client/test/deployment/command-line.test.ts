import { testCommandLine } from '@escrow-kit/suite/command-line';
import { runGenerate } from '../../generate/run-generate.ts';

testCommandLine({
  run: runGenerate,
  name: 'escrow-kit-client',
  helps: [[], ['generate']],
  misspelt: [
    [['genrate', '--out', 'x'], 'generate'],
    [['generate', '--ouut', 'x'], '--out'],
  ],
  refused: [
    [[], 'A command is missing.'],
    [['generate'], '--out is missing'],
    [['generate', '--out'], "option '--out <folder>' argument missing"],
    [['generate', 'twice', '--out', 'x'], 'too many arguments'],
    [['generate', '--out', 'x', '--overlay', 'none.yaml'], "none.yaml:1: The overlay can't be read (ENOENT)."],
  ],
});
