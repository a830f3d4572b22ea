import type {
  ClassDeclaration,
  CompilationUnit,
  ConstructorDeclaration,
  FieldDeclaration,
  InterfaceDeclaration,
  MemberDeclaration,
  MethodDeclaration,
  PropertyDeclaration,
  TypeDeclaration
} from '../ast/nodes.js';
import type { Problems } from '../diagnostics.js';
import type { ConstructorSymbol, FieldSymbol, MethodSymbol, TypeSymbol } from './symbols.js';

/** A unit to check. `apiVersion` e.g. 68. */
export interface SourceUnit {
  readonly ast: CompilationUnit;
  readonly apiVersion: number;
  readonly fileName: string;
}

/** A type together with its syntax: what the checker needs to bind bodies, and nobody keeps afterwards. */
export interface DeclaredType {
  readonly symbol: TypeSymbol;
  readonly unit: DeclaredUnit;
  /** null for the type that stands for a trigger or an anonymous block. */
  readonly syntax: TypeDeclaration | null;
  readonly members: readonly MemberDeclaration[];
  readonly fields: Map<FieldDeclaration | PropertyDeclaration, FieldSymbol>;
  readonly methods: Map<MethodDeclaration, MethodSymbol>;
  readonly constructors: Map<ConstructorDeclaration, ConstructorSymbol>;
}

export interface DeclaredUnit {
  readonly source: SourceUnit;
  readonly problems: Problems;
  readonly dependencies: Set<string>;
  /** The top-level type first, then its inner types. */
  readonly types: DeclaredType[];
}

export const isClassLike = (syntax: TypeDeclaration | null): syntax is ClassDeclaration | InterfaceDeclaration =>
  syntax !== null && syntax.kind !== 'enum';
