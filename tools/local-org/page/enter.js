// `sf org open` leads here: the token moves into this tab, and out of everything that a browser keeps.
const token = document.querySelector('meta[name="local-org-token"]')?.getAttribute('content');
if (token) sessionStorage.setItem('local-org-token', token);
location.replace('/');
