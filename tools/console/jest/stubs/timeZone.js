export default 'UTC';
