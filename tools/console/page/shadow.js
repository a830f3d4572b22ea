import '@lwc/synthetic-shadow';
