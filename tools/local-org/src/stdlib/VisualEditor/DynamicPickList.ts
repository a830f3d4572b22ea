import { ApexList } from '../../values/collections.js';
import { PlatformObject } from '../../values/object.js';
import { platformType } from '../../values/type.js';
import { definePlatformType } from '../define.js';
import { required } from '../support/arguments.js';
import { apexReference } from '../support/reference.js';

const ROW = platformType('VisualEditor', 'DataRow');
const ROWS = platformType('VisualEditor', 'DynamicPickListRows');

class DataRow extends PlatformObject {
  constructor(
    readonly label: string | null,
    readonly value: unknown,
    readonly selected: boolean
  ) {
    super();
  }

  override get apexType() {
    return ROW;
  }

  override apexEquals(other: unknown): boolean {
    return other instanceof DataRow && other.label === this.label && other.value === this.value;
  }

  override apexHash(): number {
    return (this.label ?? '').length;
  }
}

class Rows extends PlatformObject {
  containsAllRows = true;

  constructor(readonly list: ApexList) {
    super();
  }

  override get apexType() {
    return ROWS;
  }
}

const emptyRows = (): ApexList => new ApexList(ROW);

export default [
  definePlatformType({
    name: 'VisualEditor.DataRow',
    source: apexReference('apex_class_VisualEditor_DataRow'),
    constructors: {
      '(String, Object)': (label: string | null, value: unknown) => new DataRow(label, value, false),
      '(String, Object, Boolean)': (label: string | null, value: unknown, selected: boolean | null) =>
        new DataRow(label, value, selected === true)
    },
    methods: {
      'String getLabel()': (self: DataRow) => self.label,
      'Object getValue()': (self: DataRow) => self.value,
      'Boolean isSelected()': (self: DataRow) => self.selected
    }
  }),
  definePlatformType({
    name: 'VisualEditor.DynamicPickListRows',
    source: apexReference('apex_class_VisualEditor_DynamicPickListRows'),
    constructors: {
      '()': () => new Rows(emptyRows()),
      '(List<VisualEditor.DataRow>)': (rows: ApexList | null) => new Rows(required(rows).copy())
    },
    methods: {
      'void addRow(VisualEditor.DataRow)': (self: Rows, row: DataRow | null) => self.list.add(required(row)),
      'void addAllRows(List<VisualEditor.DataRow>)': (self: Rows, rows: ApexList | null) =>
        self.list.addAll(required(rows)),
      'Boolean containsAllRows()': (self: Rows) => self.containsAllRows,
      'VisualEditor.DataRow get(Integer)': (self: Rows, index: number | null) => self.list.get(index),
      'List<VisualEditor.DataRow> getDataRows()': (self: Rows) => self.list,
      'void setContainsAllRows(Boolean)': (self: Rows, value: boolean | null) => {
        self.containsAllRows = required(value);
      },
      'Integer size()': (self: Rows) => self.list.size
    }
  }),
  definePlatformType({
    name: 'VisualEditor.DynamicPickList',
    source: apexReference('apex_class_VisualEditor_DynamicPickList'),
    abstract: true,
    virtual: true,
    constructors: {
      '()': () => {
        throw new Error('an abstract class has no instances of its own');
      }
    },
    abstracts: ['VisualEditor.DataRow getDefaultValue()', 'VisualEditor.DynamicPickListRows getValues()'],
    methods: { 'Boolean isValid(Object)': () => true }
  })
];
