import { currentTransaction } from '../../apex/runtime/transaction.js';
import { ApexList } from '../../values/collections.js';
import { PlatformObject } from '../../values/object.js';
import type { SObjectRecord } from '../../values/record.js';
import { platformType, SOBJECT } from '../../values/type.js';
import { definePlatformType } from '../define.js';
import { required } from '../support/arguments.js';
import { PageReference } from '../support/page-reference.js';
import type { QueryLocator } from '../support/query-locator.js';
import { apexReference } from '../support/reference.js';

const ONE = platformType('ApexPages', 'StandardController');
const MANY = platformType('ApexPages', 'StandardSetController');

class StandardController extends PlatformObject {
  constructor(readonly record: SObjectRecord) {
    super();
  }

  override get apexType() {
    return ONE;
  }

  page(suffix = ''): PageReference {
    return new PageReference(`/${this.record.id ?? ''}${suffix}`);
  }
}

class StandardSetController extends PlatformObject {
  selected: ApexList;
  pageNumber = 1;
  pageSize = 20;

  constructor(readonly records: readonly SObjectRecord[]) {
    super();
    this.selected = new ApexList(SOBJECT);
  }

  override get apexType() {
    return MANY;
  }

  get pages(): number {
    return Math.max(1, Math.ceil(this.records.length / this.pageSize));
  }

  shown(): ApexList {
    const start = (this.pageNumber - 1) * this.pageSize;
    return new ApexList(SOBJECT, this.records.slice(start, start + this.pageSize));
  }

  turn(page: number): void {
    this.pageNumber = Math.max(1, Math.min(page, this.pages));
  }
}

const access = { mode: 'user', sharing: true } as const;

function save(records: readonly SObjectRecord[]): void {
  currentTransaction().dml('upsert', records, { allOrNone: true, access, externalIdField: null });
}

/** Controllers that pages get; here code and tests make them. */
export default [
  definePlatformType({
    name: 'ApexPages.StandardController',
    source: apexReference('apex_ApexPages_StandardController'),
    constructors: { '(SObject)': (record: SObjectRecord | null) => new StandardController(required(record)) },
    methods: {
      'void addFields(List<String>)': () => undefined,
      'System.PageReference cancel()': (self: StandardController) => self.page(),
      'System.PageReference delete()': (self: StandardController) => {
        currentTransaction().dml('delete', [self.record], { allOrNone: true, access, externalIdField: null });
        return self.page();
      },
      'System.PageReference edit()': (self: StandardController) => self.page('/e'),
      'String getId()': (self: StandardController) => self.record.id,
      'SObject getRecord()': (self: StandardController) => self.record,
      'void reset()': () => undefined,
      'System.PageReference save()': (self: StandardController) => {
        save([self.record]);
        return self.page();
      },
      'System.PageReference view()': (self: StandardController) => self.page()
    }
  }),
  definePlatformType({
    name: 'ApexPages.StandardSetController',
    source: apexReference('apex_pages_standardsetcontroller'),
    constructors: {
      '(List<SObject>)': (records: ApexList | null) =>
        new StandardSetController(required(records).items as SObjectRecord[]),
      '(Database.QueryLocator)': (locator: QueryLocator | null) => new StandardSetController(required(locator).records)
    },
    methods: {
      'System.PageReference cancel()': () => new PageReference('/'),
      'void first()': (self: StandardSetController) => self.turn(1),
      'void last()': (self: StandardSetController) => self.turn(self.pages),
      'void next()': (self: StandardSetController) => self.turn(self.pageNumber + 1),
      'void previous()': (self: StandardSetController) => self.turn(self.pageNumber - 1),
      'Boolean getCompleteResult()': () => true,
      'Boolean getHasNext()': (self: StandardSetController) => self.pageNumber < self.pages,
      'Boolean getHasPrevious()': (self: StandardSetController) => self.pageNumber > 1,
      'Integer getPageNumber()': (self: StandardSetController) => self.pageNumber,
      'Integer getPageSize()': (self: StandardSetController) => self.pageSize,
      'SObject getRecord()': (self: StandardSetController) => self.records[0] ?? null,
      'List<SObject> getRecords()': (self: StandardSetController) => self.shown(),
      'Integer getResultSize()': (self: StandardSetController) => self.records.length,
      'List<SObject> getSelected()': (self: StandardSetController) => self.selected,
      'System.PageReference save()': (self: StandardSetController) => {
        save(self.records);
        return new PageReference('/');
      },
      'void setPageNumber(Integer)': (self: StandardSetController, page: number | null) => self.turn(required(page)),
      'void setPageSize(Integer)': (self: StandardSetController, size: number | null) => {
        self.pageSize = Math.max(1, required(size));
      },
      'void setSelected(List<SObject>)': (self: StandardSetController, records: ApexList | null) => {
        self.selected = required(records);
      }
    }
  })
];
