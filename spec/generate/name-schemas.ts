import ts from 'typescript';

/** The members of `components.schemas` in the output of openapi-typescript. */
function membersOf(file: ts.SourceFile): ts.PropertySignature[] {
  const components = file.statements.find(
    (node): node is ts.InterfaceDeclaration => ts.isInterfaceDeclaration(node) && node.name.text === 'components',
  );
  const schemas = components?.members.find(
    (member): member is ts.PropertySignature =>
      ts.isPropertySignature(member) && member.name.getText(file) === 'schemas',
  );
  if (!schemas?.type || !ts.isTypeLiteralNode(schemas.type)) throw new Error('The types have no components.schemas.');
  return schemas.type.members.filter(ts.isPropertySignature);
}

/** A schema as a named type, with the comment of its member. */
function declarationOf(member: ts.PropertySignature, file: ts.SourceFile): string {
  const name = member.name.getText(file);
  const type = member.type?.getText(file) ?? 'unknown';
  const comment = member.getFullText(file).slice(0, member.getLeadingTriviaWidth(file)).trim();
  const isObject = member.type && ts.isTypeLiteralNode(member.type);
  return `${comment}\nexport ${isObject ? `interface ${name} ${type}` : `type ${name} = ${type};`}`;
}

/**
 * Turns each schema into a named type, so that an editor shows `BankAccount` rather than
 * `components["schemas"]["BankAccount"]`.
 */
export function nameSchemas(types: string): string {
  const text = types
    .replaceAll(/components\["schemas"\]\["(\w+)"\]/g, '$1')
    // An editor shows text without a tag first.
    .replaceAll('@description ', '')
    .replaceAll('discriminator enum property added by openapi-typescript', 'Which kind it is.')
    .replaceAll(/\n *\* @enum \{\w+\}/g, '');
  const file = ts.createSourceFile('schema.ts', text, ts.ScriptTarget.Latest, true);
  const members = membersOf(file);
  const [first, last] = [members[0], members.at(-1)];
  if (!first || !last) return text;
  const named = members.map((member) => `${member.name.getText(file)}: ${member.name.getText(file)};`);
  const declarations = members.map((member) => declarationOf(member, file));
  const whole = `${text.slice(0, first.getFullStart())}\n${named.join('\n')}${text.slice(last.getEnd())}`;
  return `${declarations.join('\n')}\n${whole}`;
}
