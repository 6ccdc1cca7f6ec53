import {
  type FragmentDefinitionNode,
  type GraphQLEnumType,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  isEnumType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  parse,
  type SelectionSetNode,
} from 'graphql';
import { exampleOf } from './consistent-example-objects.js';
import { sampleOf } from './example-values-by-name-or-type.js';

/** What a field of an operation's response may contain, from its document and the schema that validated it. */
export type Shape =
  | { readonly kind: 'object'; readonly typeName: string; readonly about: string; readonly members: readonly Member[] }
  | { readonly kind: 'list'; readonly of: Place }
  | { readonly kind: 'enum'; readonly typeName: string; readonly about: string; readonly values: readonly string[] }
  | { readonly kind: 'scalar'; readonly typeName: string };

export interface Place {
  readonly shape: Shape;
  readonly nullable: boolean;
}

export interface Member {
  /** The document's alias: the contract's name. */
  readonly name: string;
  readonly about: string;
  readonly place: Place;
}

/** A sample response of an operation, and the shape of each of its objects. */
export interface SampleAnswer {
  readonly answer: Readonly<Record<string, unknown>>;
  shapeOf(value: object): Shape | undefined;
}

/** The shape of the response. @throws {Error} for a document that does not match this schema. */
export function answerShape(schema: GraphQLSchema, document: string): Shape {
  const { definitions } = parse(document, { noLocation: true });
  const operation = definitions.find(
    (node): node is OperationDefinitionNode => node.kind === Kind.OPERATION_DEFINITION,
  );
  const root = operation && schema.getRootType(operation.operation);
  if (operation === undefined || root === undefined || root === null)
    throw new Error('a document without an operation');
  const fragments = new Map(
    definitions
      .filter((node): node is FragmentDefinitionNode => node.kind === Kind.FRAGMENT_DEFINITION)
      .map((node) => [node.name.value, node]),
  );
  return objectShape(root, operation.selectionSet, fragments);
}

export function sampleAnswer(shape: Shape): SampleAnswer {
  const shapes = new Map<object, Shape>();
  const answer = sample(shape, '', shapes);
  if (typeof answer !== 'object' || answer === null) throw new Error('an answer is an object');
  return { answer: Object.fromEntries(Object.entries(answer)), shapeOf: (value) => shapes.get(value) };
}

type Fragments = ReadonlyMap<string, FragmentDefinitionNode>;

function objectShape(type: GraphQLObjectType, selections: SelectionSetNode, fragments: Fragments): Shape {
  const members = membersOf(type, selections, fragments);
  return { kind: 'object', typeName: type.name, about: type.description ?? '', members };
}

function membersOf(type: GraphQLObjectType, { selections }: SelectionSetNode, fragments: Fragments): Member[] {
  return selections.flatMap((node): Member[] => {
    if (node.kind === Kind.INLINE_FRAGMENT) return membersOf(type, node.selectionSet, fragments);
    if (node.kind === Kind.FRAGMENT_SPREAD) {
      const fragment = fragments.get(node.name.value);
      return fragment === undefined ? [] : membersOf(type, fragment.selectionSet, fragments);
    }
    const field: GraphQLField<unknown, unknown> | undefined = type.getFields()[node.name.value];
    if (field === undefined) throw new Error(`${type.name} has no field ${node.name.value}`);
    const place = placeOf(field.type, node.selectionSet, fragments);
    return [{ name: node.alias?.value ?? node.name.value, about: field.description ?? '', place }];
  });
}

function placeOf(type: GraphQLOutputType, selections: SelectionSetNode | undefined, fragments: Fragments): Place {
  if (isNonNullType(type)) return { ...placeOf(type.ofType, selections, fragments), nullable: false };
  return { shape: shapeOf(type, selections, fragments), nullable: true };
}

function shapeOf(type: GraphQLOutputType, selections: SelectionSetNode | undefined, fragments: Fragments): Shape {
  if (isListType(type)) return { kind: 'list', of: placeOf(type.ofType, selections, fragments) };
  if (isEnumType(type)) {
    const values = type.getValues().map(({ name }) => name);
    return { kind: 'enum', typeName: type.name, about: aboutEnum(type), values };
  }
  if (isObjectType(type) && selections !== undefined) return objectShape(type, selections, fragments);
  return { kind: 'scalar', typeName: String(type) };
}

/** OpenAPI cannot describe a single enum value, so the enum's description lists them (CommonMark). */
function aboutEnum(type: GraphQLEnumType): string {
  const values = type.getValues().map(({ name, description }) => `- \`${name}\`: ${description}`);
  return [type.description, '', ...values].join('\n');
}

function sample(shape: Shape, name: string, shapes: Map<object, Shape>): unknown {
  switch (shape.kind) {
    case 'list':
      return [sample(shape.of.shape, name, shapes)];
    case 'enum':
      return sampleOf(name, shape.typeName, shape.values);
    case 'scalar':
      return sampleOf(name, shape.typeName, []);
    case 'object': {
      const members = shape.members.map(({ name: member, place }) => {
        const fitting = exampleOf(shape.typeName, member);
        return [member, fitting === undefined ? sample(place.shape, member, shapes) : fitting.value];
      });
      const value: object = Object.fromEntries(members);
      shapes.set(value, shape);
      return value;
    }
  }
}
