import { NotSupportedError } from '../../values/platform-error.js';
import { definePlatformType } from '../define.js';
import { required } from '../support/arguments.js';
import { apexReference } from '../support/reference.js';
import type { SearchResult, SearchResults } from '../support/search-results.js';

const noSnippets = (): never => {
  throw new NotSupportedError('snippets of search results (Search.SearchResult.getSnippet)');
};

export default [
  definePlatformType({
    name: 'Search.SearchResults',
    source: apexReference('apex_class_Search_SearchResults'),
    methods: {
      'List<Search.SearchResult> get(String)': (self: SearchResults, objectName: string | null) =>
        self.of(required(objectName))
    }
  }),
  definePlatformType({
    name: 'Search.SearchResult',
    source: apexReference('apex_class_Search_SearchResult'),
    methods: {
      'SObject getSObject()': (self: SearchResult) => self.record,
      'String getSnippet()': noSnippets,
      'String getSnippet(String)': noSnippets
    }
  })
];
