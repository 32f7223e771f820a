-- A State monad from scratch.
module Main (main) where

import Control.Monad (unless)

newtype State s a = State { runState :: s -> (a, s) }

instance Functor (State s) where
  fmap f (State g) = State $ \s -> let (a, s') = g s in (f a, s')

instance Applicative (State s) where
  pure a = State $ \s -> (a, s)
  State f <*> State g = State $ \s ->
    let (h, s1) = f s
        (a, s2) = g s1
    in (h a, s2)

instance Monad (State s) where
  State g >>= f = State $ \s ->
    let (a, s') = g s
    in runState (f a) s'

get :: State s s
get = State $ \s -> (s, s)

put :: s -> State s ()
put s = State $ \_ -> ((), s)

fresh :: State Int String
fresh = do
  n <- get
  put (n + 1)
  return ("x" ++ show n)

threeNames :: State Int [String]
threeNames = do
  a <- fresh
  b <- fresh
  c <- fresh
  return [a, b, c]

main :: IO ()
main = unless (runState threeNames 0 == (["x0", "x1", "x2"], 3)) $
  error "threeNames gives a wrong answer"
