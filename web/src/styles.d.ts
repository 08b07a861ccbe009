// The bundler takes style sheets; the type checker has to be told.
declare module "*.css";
